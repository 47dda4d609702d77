// The Node entry of @pf/artifacts. Nothing inside the package imports this file.
export { createFileStore } from './node/create-file-store.ts'
export type { FileStoreOptions } from './node/file-store-state.ts'
