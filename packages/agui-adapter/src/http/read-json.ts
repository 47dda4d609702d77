import { refusal } from './respond.ts'

/** The parsed body, or the response that refuses it: 413 or 400, as for a body that breaks off. Reads no more than `maxBytes`. */
export async function readJson(request: Request, maxBytes: number): Promise<{ value: unknown } | { response: Response }> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return { response: tooLarge(maxBytes) }
  const bytes = await readBytes(request, maxBytes)
  if (bytes === 'too large') return { response: tooLarge(maxBytes) }
  if (bytes === 'broken off') return { response: brokenUpload() }
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) }
  } catch {
    return { response: refusal({ status: 400, code: 'invalid_input', error: 'The body is no JSON text in UTF-8.', fields: { issues: [noJson] } }) }
  }
}

/** True for application/json in UTF-8 that is not compressed. */
export function isJson(request: Request): boolean {
  const [type = '', ...parameters] = (request.headers.get('content-type') ?? '').toLowerCase().split(';')
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='))
  const encoding = (request.headers.get('content-encoding') ?? '').trim().toLowerCase()
  return type.trim() === 'application/json' && (charset === undefined || /^charset="?utf-8"?$/.test(charset)) && (encoding === '' || encoding === 'identity')
}

const noJson = { code: 'invalid_input', pointer: '', expected: 'JSON in UTF-8' }

const brokenUpload = () => refusal({ status: 400, code: 'invalid_input', error: 'The body broke off before its end.', fields: { issues: [noJson] } })

const tooLarge = (maxBytes: number) =>
  refusal({ status: 413, code: 'too_large', fields: { issues: [{ code: 'too_large', pointer: '', expected: `at most ${maxBytes} bytes` }] } })

/** A body that was taken already is the host's fault and throws; one whose sender leaves is nobody's. */
async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array | 'too large' | 'broken off'> {
  const reader = request.body?.getReader()
  return reader ? readAll(reader, maxBytes).catch(() => 'broken off') : new Uint8Array()
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>, maxBytes: number): Promise<Uint8Array | 'too large'> {
  const chunks: Uint8Array[] = []
  let length = 0
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    length += step.value.length
    chunks.push(step.value)
    if (length <= maxBytes) continue
    reader.cancel().catch(() => {})
    return 'too large'
  }
  return join(chunks, length)
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
