const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by))

/** Returns the first 32 bits of the fractional part of a root of a prime. */
const fraction = (root: number) => Math.floor((root - Math.floor(root)) * 2 ** 32)

function constants() {
  const primes: number[] = []
  for (let number = 2; primes.length < 64; number++) if (primes.every((prime) => number % prime !== 0)) primes.push(number)
  return { state: primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)) | 0), rounds: primes.map((prime) => fraction(Math.cbrt(prime)) | 0) }
}

/** Returns the SHA-256 (FIPS 180-4) of the UTF-8 encoding of a text, in hex. Synchronous, unlike Web Crypto. */
export function sha256(text: string): string {
  const { state, rounds } = constants()
  const bytes = new TextEncoder().encode(text)
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n)
  for (let block = 0; block < padded.length; block += 64) addBlock(state, schedule(view, block), rounds)
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

function schedule(view: DataView, block: number): number[] {
  const words = Array.from({ length: 16 }, (_, index) => view.getInt32(block + index * 4))
  for (let index = 16; index < 64; index++) {
    const [early = 0, late = 0] = [words[index - 15], words[index - 2]]
    const mixed = (rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)) + (rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10))
    words.push(((words[index - 16] ?? 0) + mixed + (words[index - 7] ?? 0)) | 0)
  }
  return words
}

function addBlock(state: number[], words: readonly number[], rounds: readonly number[]) {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (const [index, word] of words.entries()) {
    const one = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + (rounds[index] ?? 0) + word) | 0
    const two = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = ((state[index] ?? 0) + word) | 0
}
