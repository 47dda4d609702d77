/** SHA-256 of bytes as 64 lower-case hex digits, by Web Crypto. */
export async function sha256Hex(bytes: Uint8Array): Promise<string> {
  const plain = bytes.buffer instanceof ArrayBuffer ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new Uint8Array(bytes)
  const digest = await crypto.subtle.digest('SHA-256', plain)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
