const step = 0x8000

/** Base64 (RFC 4648 §4, padded) of bytes. */
export function encodeBase64(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += step) parts.push(String.fromCharCode(...bytes.subarray(at, at + step)))
  return btoa(parts.join(''))
}

/** Bytes of base64 text, also URL-safe or with line breaks; undefined when it is none. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  const plain = text
    .replaceAll(/[\r\n]/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
  if (plain === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(plain)) return undefined
  try {
    const binary = atob(plain)
    return Uint8Array.from(binary, (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
