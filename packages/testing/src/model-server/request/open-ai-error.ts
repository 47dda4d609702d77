/** An error in the format of the OpenAI API, with its HTTP status. */
export interface OpenAiError {
  status: number
  message: string
  type: string
  param: string | null
  code: string | null
}

/** Creates an error. Type and code default to those of a bad request. */
export function openAiError(status: number, message: string, more: Partial<Pick<OpenAiError, 'type' | 'param' | 'code'>> = {}): OpenAiError {
  return { status, message, type: 'invalid_request_error', param: null, code: null, ...more }
}

/** Creates the JSON body of an error. */
export function errorBody({ message, type, param, code }: OpenAiError): string {
  return JSON.stringify({ error: { message, type, param, code } })
}
