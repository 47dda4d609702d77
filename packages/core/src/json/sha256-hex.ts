import { requireBytes } from './require-bytes.ts'

/** SHA-256 of bytes as 64 lower-case hex digits, by Web Crypto. Throws PfError `invalid_input` for what is no bytes. */
export async function sha256Hex(bytes: Uint8Array): Promise<string> {
  const view = requireBytes(bytes)
  const plain = view.buffer instanceof ArrayBuffer ? new Uint8Array(view.buffer, view.byteOffset, view.byteLength) : new Uint8Array(view)
  const digest = await crypto.subtle.digest('SHA-256', plain)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
