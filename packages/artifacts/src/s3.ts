// The S3 entry of @pf/artifacts. Nothing inside the package imports this file.
export { createS3Store } from './s3/create-s3-store.ts'
export type { S3Credentials, S3StoreOptions } from './s3/s3-options.ts'
