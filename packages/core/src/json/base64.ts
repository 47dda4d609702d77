/** Number of bytes converted to characters at once. More arguments could exceed the stack. */
const maxCharacters = 0x8000

/** Encodes bytes as base64 with padding (RFC 4648 §4). */
export function encodeBase64(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += maxCharacters) parts.push(String.fromCharCode(...bytes.subarray(at, at + maxCharacters)))
  return btoa(parts.join(''))
}

/** Encodes bytes as URL-safe base64 without padding (RFC 4648 §5). */
export function encodeBase64Url(bytes: Uint8Array): string {
  return encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Decodes base64 text, standard or URL-safe, with or without line breaks. Returns undefined if the text is empty or not base64. */
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
