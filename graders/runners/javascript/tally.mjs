/** Says what the process has used so far where nobody else can tell: at the level `plain`. */

import fs from "node:fs";

import { contents, indexOf, slice, toNumber, trim, writeAll } from "./primordials.mjs";

const cpuUsage = process.cpuUsage;
const resourceUsage = process.resourceUsage;
const STREAMS = [1, 2];
const STATUS = "/proc/self/status";
const PEAK = "VmHWM:";

/**
 * What is to be called before each reply: it says on both streams, behind the mark, how much CPU
 * time and memory was used. So the grader knows, too, that it has read all that was printed before.
 */
export function tallying(mark) {
  const hasStatus = fs.existsSync(STATUS);
  return () => {
    const used = cpuUsage();
    const seconds = (used.user + used.system) / 1e6;
    const held = hasStatus ? peakIn(contents(STATUS)) : resourceUsage().maxRSS * 1024;
    const said = "\0" + mark + seconds + " " + held + "\0";
    for (let place = 0; place < STREAMS.length; place++) {
      try {
        writeAll(STREAMS[place], said);
      } catch {
        continue; // the submission has closed it
      }
    }
  };
}

/** The most bytes that a process ever held, from its status. */
function peakIn(status) {
  const start = indexOf(status, PEAK) + PEAK.length;
  const line = trim(slice(status, start, indexOf(status, "\n", start)));
  return toNumber(slice(line, 0, indexOf(line, " "))) * 1024;
}
