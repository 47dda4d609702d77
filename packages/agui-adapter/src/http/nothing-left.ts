/** 204 where a stream has nothing left, which ends a reader's reconnecting. */
export const nothingLeft = (first: unknown): Response | undefined =>
  first ? undefined : new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
