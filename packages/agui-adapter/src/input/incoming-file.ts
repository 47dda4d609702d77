import type { MessageFile } from '@pf/core'

/** Where the bytes of a file in a message are: in the request as base64, in the artifact store, at an address, or at a provider of models. */
export type FileSource =
  | { type: 'data'; base64: string }
  | { type: 'stored'; artifact_id: string }
  | { type: 'address'; url: string }
  | { type: 'handle'; provider?: string }

/** A file in a message of a request, before it is stored. `media_type` and `name` are declared by the client. */
export interface IncomingFile {
  pointer: string
  kind: MessageFile['kind']
  media_type: string
  name?: string
  source: FileSource
}
