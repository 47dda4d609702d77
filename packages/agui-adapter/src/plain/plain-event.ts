/** A named event for a plain EventSource; `data` goes out as one JSON object. */
export interface PlainEvent {
  event: string
  data: object
}

/** A plain event with its SSE id; one that no log holds has none. */
export interface NumberedPlainEvent extends PlainEvent {
  id?: string
}
