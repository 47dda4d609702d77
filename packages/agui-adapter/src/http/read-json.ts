import { refusal } from './respond.ts'

/** The parsed body, or the response that refuses it: 415, 413 or 400. Reads no more than `maxBytes`. */
export async function readJson(request: Request, maxBytes: number): Promise<{ value: unknown } | { response: Response }> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return { response: tooLarge(maxBytes) }
  const bytes = await readBytes(request, maxBytes)
  if (!bytes) return { response: tooLarge(maxBytes) }
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
  const encoding = request.headers.get('content-encoding') ?? 'identity'
  return type.trim() === 'application/json' && (charset === undefined || /^charset="?utf-8"?$/.test(charset)) && encoding === 'identity'
}

const noJson = { code: 'invalid_input', pointer: '', expected: 'JSON in UTF-8' }

const tooLarge = (maxBytes: number) =>
  refusal({ status: 413, code: 'too_large', fields: { issues: [{ code: 'too_large', pointer: '', expected: `at most ${maxBytes} bytes` }] } })

async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = request.body?.getReader()
  for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) {
    length += step.value.length
    if (length > maxBytes) {
      await reader?.cancel()
      return undefined
    }
    chunks.push(step.value)
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
