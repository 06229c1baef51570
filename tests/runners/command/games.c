/* Plays the games of a driver: one question a line, and of what it does not know it says so. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 20, GAMES = 64 };

struct game {
    long rows, cols, k, left;
    int turn, winner;
    char cell[SIDE][SIDE]; /* row 0 at the bottom */
};

static struct game games[GAMES];

/* Tells whether a field holds a whole number, and which. */
static int field(const char *line, const char *name, long *value)
{
    char key[32];
    char *end;
    const char *at;

    snprintf(key, sizeof key, "\"%s\":", name);
    at = strstr(line, key);
    if (at == NULL)
        return 0;
    at += strlen(key);
    *value = strtol(at, &end, 10);
    return end != at && (*end == ',' || *end == '}');
}

static int is_call(const char *line, const char *name)
{
    char key[32];

    snprintf(key, sizeof key, "\"call\":\"%s\"", name);
    return strstr(line, key) != NULL;
}

static long run(const struct game *game, long row, long col, int up, int right)
{
    long length = 0;

    for (;;) {
        row += up;
        col += right;
        if (row < 0 || row >= game->rows || col < 0 || col >= game->cols ||
            game->cell[row][col] != game->turn)
            return length;
        length++;
    }
}

static const char *move(struct game *game, const char *line)
{
    static const int ways[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    long player, column, row = 0;
    int way;

    if (game->winner || !game->left)
        return "the game is over";
    if (!field(line, "player", &player) || player != game->turn)
        return "it is not your turn";
    if (!field(line, "column", &column) || column < 0 || column >= game->cols)
        return "there is no such column";
    while (row < game->rows && game->cell[row][column])
        row++;
    if (row == game->rows)
        return "the column is full";
    game->cell[row][column] = game->turn;
    game->left--;
    for (way = 0; way < 4; way++)
        if (1 + run(game, row, column, ways[way][0], ways[way][1]) +
                run(game, row, column, -ways[way][0], -ways[way][1]) >= game->k)
            game->winner = game->turn;
    game->turn = 3 - game->turn;
    return NULL;
}

static void print_text(const struct game *game)
{
    long row, col;

    for (row = game->rows - 1; row >= 0; row--) {
        for (col = 0; col < game->cols; col++)
            putchar(".XO"[(int)game->cell[row][col]]);
        printf("\\n");
    }
}

static void answer(const char *line, long id, long number)
{
    struct game *game = &games[number];
    const char *refused;

    printf("{\"id\":%ld,", id);
    if (is_call(line, "new")) {
        memset(game, 0, sizeof *game);
        field(line, "rows", &game->rows);
        field(line, "cols", &game->cols);
        field(line, "k", &game->k);
        game->left = game->rows * game->cols;
        game->turn = 1;
        printf("\"answer\":null}\n");
    } else if (is_call(line, "move")) {
        refused = move(game, line);
        if (refused == NULL)
            printf("\"answer\":true}\n");
        else
            printf("\"refused\":\"%s\"}\n", refused);
    } else if (is_call(line, "winner")) {
        printf(game->winner ? "\"answer\":%d}\n" : "\"answer\":null}\n", game->winner);
    } else if (is_call(line, "draw")) {
        printf("\"answer\":%s}\n", !game->winner && !game->left ? "true" : "false");
    } else if (is_call(line, "turn")) {
        printf("\"answer\":%d}\n", game->turn);
    } else if (is_call(line, "text")) {
        printf("\"answer\":\"");
        print_text(game);
        printf("\"}\n");
    } else {
        printf("\"not_offered\":true}\n");
    }
    fflush(stdout);
}

int main(void)
{
    static char line[1 << 16];
    long id, game;

    while (fgets(line, sizeof line, stdin) != NULL) {
        if (!field(line, "id", &id) || !field(line, "game", &game) || game < 0 || game >= GAMES)
            return 1;
        answer(line, id, game);
    }
    return 0;
}
