const parameter = /^\s*boundary=(?:"([^"]{1,70})"|([^\s";]{1,70}))\s*$/i

/** The boundary of a multipart/form-data body (RFC 2046 §5.1.1); undefined for any other body, and for a compressed one. */
export function multipartBoundary(request: Request): string | undefined {
  const [type = '', ...parameters] = (request.headers.get('content-type') ?? '').split(';')
  if (type.trim().toLowerCase() !== 'multipart/form-data' || (request.headers.get('content-encoding') ?? 'identity') !== 'identity') return undefined
  const match = parameters.map((one) => parameter.exec(one)).find(Boolean)
  const boundary = match?.[1] ?? match?.[2]
  return boundary !== undefined && /^[\w'()+,./:=? -]*[\w'()+,./:=?-]$/.test(boundary) ? boundary : undefined
}

/** True for a multipart/form-data body that can be read. */
export const isMultipart = (request: Request) => multipartBoundary(request) !== undefined
