/** A conversation in the list of its owner. Times are in milliseconds since the epoch. */
export interface ThreadRecord {
  thread_id: string
  /** One line of at most 200 characters: the beginning of the first user message until the thread is renamed. Empty if that message has no text. */
  title: string
  created: number
  /** The time of the last entry. Renaming the thread does not change it. */
  updated: number
}

/** The threads to list. */
export interface ThreadQuery {
  /** Maximum number of threads, 1 to 100. Default 30. */
  limit?: number
  /** The value of `next` of the previous page. */
  cursor?: string
  /**
   * Selects threads whose title, or a message of the user or the assistant, contains this text of at most 200 characters, regardless of
   * case and the kind of white space. The first 20,000 characters of a message are searched. An empty text selects all threads.
   */
  search?: string
}

/** Threads, most recently changed first. `next` is present if there are more. */
export interface ThreadPage {
  threads: ThreadRecord[]
  next?: string
}

/**
 * The result of a deletion. `busy`: a run of the thread is active or about to begin, and nothing was deleted. Cancel `run_id`, if it is
 * present, and try again. `artifact_ids` are the artifacts of the runs, whose bytes another store may hold.
 */
export type ThreadDeletion = { status: 'deleted'; artifact_ids: string[] } | { status: 'busy'; run_id?: string } | { status: 'unknown' }

/** The conversations of the user, for pages. All methods reject with PfError with the code of the response, or `network`. */
export interface ThreadClient {
  list(query?: ThreadQuery, options?: { signal?: AbortSignal }): Promise<ThreadPage>
  /** Rejects with `not_found` for an unknown thread and with `invalid_input` for a title that is empty or too long. */
  rename(thread_id: string, title: string): Promise<ThreadRecord>
  /**
   * Deletes a thread with all of its content. Resolves to false for an unknown thread. Rejects with `busy` while a run is active;
   * `fields.run_id` is its id.
   */
  delete(thread_id: string): Promise<boolean>
}
