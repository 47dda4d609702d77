/** What the openai package's APIError tells; read by shape, since the host's client may come from another copy of the package. */
export interface ApiError {
  /** HTTP status; undefined for an error inside a stream or of the connection. */
  status: number | undefined
  code: string
  type: string
  param: string
  message: string
}

/** Reads an APIError; undefined for any other error. */
export function apiErrorOf(error: unknown): ApiError | undefined {
  if (!(error instanceof Error) || !('status' in error) || !('headers' in error)) return undefined
  const text = (name: string) => {
    const value: unknown = Reflect.get(error, name)
    return typeof value === 'string' ? value : ''
  }
  return {
    status: typeof error.status === 'number' ? error.status : undefined,
    code: text('code'),
    type: text('type'),
    param: text('param'),
    message: error.message,
  }
}
