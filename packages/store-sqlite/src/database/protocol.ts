/** A value that SQLite stores. */
export type SqlValue = string | number | null | Uint8Array

/** The columns of one row. */
export type Row = Record<string, SqlValue>

/** One operation for the database thread: its name and its arguments, which are copied between the threads. */
export interface Request {
  id: number
  name: string
  args: unknown[]
}

/** The result of a request, or the failure. A failed request writes nothing. */
export type Reply = { id: number; result: unknown } | { id: number; error: Failure }

/** A failure of SQLite. `errcode` is its extended result code. */
export interface Failure {
  errcode?: number
  message: string
}

/** First message of the thread: either the file is open, or the reason why it is not. */
export type Opened = { opened: true } | { opened: false; error: Failure; newer?: number }

/** Options with which the thread is started. */
export interface WorkerOptions {
  file: string
}
