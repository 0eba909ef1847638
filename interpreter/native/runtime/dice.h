/* A bot's dice, as interpreter/bots/dice.py has them: Python's own generator (the Mersenne Twister MT19937), begun with
a key, which Python makes of a text. The same numbers, to the bit. */
#include <stddef.h>
#include <stdint.h>

enum { WORDS = 624, AHEAD = 397 };
typedef struct {
  uint32_t x[WORDS];
  int at;
} Dice;

/* Word number i of a key, which is bytes, the lowest first. */
static uint32_t word_of(const unsigned char *key, size_t i) {
  return (uint32_t)key[4 * i] | (uint32_t)key[4 * i + 1] << 8 | (uint32_t)key[4 * i + 2] << 16 |
         (uint32_t)key[4 * i + 3] << 24;
}
/* Begins with a key of n words, at least one. */
static void begin_dice(Dice *d, const unsigned char *key, size_t n) {
  uint32_t *x = d->x;
  x[0] = 19650218u;
  for (uint32_t i = 1; i < WORDS; i++) x[i] = 1812433253u * (x[i - 1] ^ x[i - 1] >> 30) + i;
  size_t j = 0;
  uint32_t i = 1;
  for (size_t k = n > WORDS ? n : WORDS; k; k--) {
    x[i] = (x[i] ^ (x[i - 1] ^ x[i - 1] >> 30) * 1664525u) + word_of(key, j) + (uint32_t)j;
    if (++i == WORDS) {
      x[0] = x[WORDS - 1];
      i = 1;
    }
    if (++j == n) j = 0;
  }
  for (int k = WORDS - 1; k; k--) {
    x[i] = (x[i] ^ (x[i - 1] ^ x[i - 1] >> 30) * 1566083941u) - i;
    if (++i == WORDS) {
      x[0] = x[WORDS - 1];
      i = 1;
    }
  }
  x[0] = 0x80000000u;
  d->at = WORDS;
}
static inline uint32_t twisted(uint32_t high, uint32_t low) {
  uint32_t y = (high & 0x80000000u) | (low & 0x7fffffffu);
  return y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
}
static void turn_dice(Dice *d) {
  uint32_t *x = d->x;
  int i = 0;
  for (; i < WORDS - AHEAD; i++) x[i] = x[i + AHEAD] ^ twisted(x[i], x[i + 1]);
  for (; i < WORDS - 1; i++) x[i] = x[i + AHEAD - WORDS] ^ twisted(x[i], x[i + 1]);
  x[WORDS - 1] = x[AHEAD - 1] ^ twisted(x[WORDS - 1], x[0]);
  d->at = 0;
}
static uint32_t next_word(Dice *d) {
  if (d->at >= WORDS) turn_dice(d);
  uint32_t y = d->x[d->at++];
  y ^= y >> 11;
  y ^= y << 7 & 0x9d2c5680u;
  y ^= y << 15 & 0xefc60000u;
  return y ^ y >> 18;
}
/* A number from 0 on, below 1, of 53 bits. */
static double next_number(Dice *d) {
  uint32_t high = next_word(d) >> 5, low = next_word(d) >> 6;
  return (high * 67108864.0 + low) * (1.0 / 9007199254740992.0);
}
/* A number from 0 to n - 1. */
static inline int64_t next_below(Dice *d, int64_t n) { return (int64_t)(next_number(d) * (double)n); }
