/** Throws where two runs of bytes differ, and says where; a diff of whole artifacts would help nobody. */
export function sameBytes(actual: Uint8Array | undefined, expected: Uint8Array, what: string): void {
  if (actual && Buffer.compare(actual, expected) === 0) return
  const at = expected.findIndex((byte, index) => actual?.[index] !== byte)
  throw new Error(`${what}: ${actual?.byteLength ?? 'no'} bytes instead of ${expected.byteLength}, different from ${at < 0 ? expected.byteLength : at} on`)
}
