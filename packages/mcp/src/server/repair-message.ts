import { isRecord } from '@pf/core/internal'

/**
 * Repairs the JSON text of one message or of a list of them: members that are null count as missing, other members that the protocol does
 * not have are dropped, and an answer without a usable result is an error with a reason. Returns a valid or unreadable text unchanged.
 */
export function repairText(text: string): string {
  try {
    const data: unknown = JSON.parse(text)
    const repaired: unknown = Array.isArray(data) ? data.map(repairMessage) : repairMessage(data)
    const isUnchanged = Array.isArray(data) && Array.isArray(repaired) ? data.every((each, index) => each === repaired[index]) : repaired === data
    return isUnchanged ? text : JSON.stringify(repaired)
  } catch {
    // It is not JSON, or it is nested too deep to be written.
    return text
  }
}

function repairMessage(message: unknown): unknown {
  if (!isRecord(message)) return message
  if ('method' in message) return message.params === null ? without(message, 'params') : message
  if (!('result' in message || 'error' in message) || isValid(message)) return message
  const isError = message.error !== undefined && message.error !== null
  return { jsonrpc: '2.0', ...('id' in message ? { id: message.id } : {}), ...(isError ? { error: readError(message.error) } : readResult(message.result)) }
}

function isValid({ jsonrpc, id: _, ...answer }: Record<string, unknown>): boolean {
  if (jsonrpc !== '2.0' || Object.keys(answer).length > 1) return false
  return 'error' in answer ? isErrorObject(answer.error) : isRecord(answer.result) && (answer.result._meta === undefined || isRecord(answer.result._meta))
}

const isErrorObject = (error: unknown) => isRecord(error) && Number.isInteger(error.code) && typeof error.message === 'string'

/** Reads a result. Servers without a value to return send null. */
function readResult(result: unknown): { result: object } | { error: object } {
  if (result === null) return { result: {} }
  if (isRecord(result)) return { result: isRecord(result._meta) ? result : without(result, '_meta') }
  return { error: { code: internalError, message: `The MCP server answered with a ${Array.isArray(result) ? 'list' : typeof result} in place of an object.` } }
}

function readError(error: unknown): object {
  if (isErrorObject(error)) return error as object
  const { code, message, ...rest } = isRecord(error) ? error : { code: undefined, message: error }
  const text = typeof message === 'string' && message !== '' ? message : 'The MCP server reported an error without a message.'
  return { ...rest, code: Number.isInteger(code) ? code : internalError, message: text }
}

/** The code of JSON-RPC for an error of the server. */
const internalError = -32_603

function without(value: Record<string, unknown>, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))
}
