/* Answers every question with the column that it was started with. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int count, char **words) {
    static char question[1 << 16];
    while (fgets(question, sizeof question, stdin) != NULL) {
        const char *id = strstr(question, "\"id\":");
        if (id == NULL || count < 2) return 1;
        printf("{\"id\": %ld, \"action\": %s}\n", strtol(id + 5, NULL, 10), words[1]);
        fflush(stdout);
    }
    return 0;
}
