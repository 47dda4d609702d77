/** A conversation in the list of its owner. Times are in milliseconds since the epoch. */
export interface ThreadRecord {
  thread_id: string
  /** One line of at most 200 characters: the beginning of the first message of the user until the thread is renamed. Empty when that message has no text. */
  title: string
  created: number
  /** When the last entry was written. Renaming does not change it. */
  updated: number
}

/** Which threads are listed. */
export interface ThreadQuery {
  /** At most this many threads, 1 to 100. Default 30. */
  limit?: number
  /** `next` of the page before. */
  cursor?: string
  /**
   * Only threads whose title, or a message of the user or the assistant, contains this text of at most 200 characters; case and the kind of
   * white space do not matter. The first 20,000 characters of a message are searched. An empty text selects all threads.
   */
  search?: string
}

/** Threads, the one that was changed last first. `next` is present when there are more. */
export interface ThreadPage {
  threads: ThreadRecord[]
  next?: string
}

/**
 * The result of a deletion. `busy`: a run of the thread is at work, or begins at this moment; nothing was deleted. Cancel `run_id`, when it is
 * present, and try again. `artifact_ids`: the artifacts of the runs, whose bytes another store may hold.
 */
export type ThreadDeletion = { status: 'deleted'; artifact_ids: string[] } | { status: 'busy'; run_id?: string } | { status: 'unknown' }

/** The conversations of the user, as a page sees them. Everything throws PfError with the code of the response, or `network`. */
export interface ThreadClient {
  list(query?: ThreadQuery, options?: { signal?: AbortSignal }): Promise<ThreadPage>
  /** Throws `not_found` for an unknown thread and `invalid_input` for a title that is empty or too long. */
  rename(thread_id: string, title: string): Promise<ThreadRecord>
  /** Deletes a thread with everything in it. Resolves to false for an unknown thread. Throws `busy` while a run is at work; `fields.run_id` names it. */
  delete(thread_id: string): Promise<boolean>
}
