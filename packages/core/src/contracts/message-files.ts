/**
 * A file in a message of the user. The bytes are never part of a message: they are in the artifact store, or stay where the client keeps
 * them. A file that is not stored has no `artifact_id`.
 */
export interface MessageFile {
  kind: 'image' | 'audio' | 'video' | 'document'
  /** Decided by the content of a stored file; declared by the client for any other file. `application/octet-stream` if it is unknown. */
  media_type: string
  /** A file name without a path, at most 120 characters. */
  name?: string
  artifact_id?: string
  /** Size of the stored file. */
  bytes?: number
  /** The address that the client sent for a file that is not stored, which pf never loads; for a stored file, the address from which the adapter serves it. */
  url?: string
}

/** The bytes of a file that a model takes, as base64. Part of requests only, never stored with a run. */
export interface ModelMedia {
  media_type: string
  data: string
  name?: string
}
