/** There is no app in a folder. The message is one line. */
export class NoAppError extends Error {
  override name = 'NoAppError'

  constructor(folder: string) {
    super(`${folder} has no package.json. Run the command in the folder of the app, or name it.`)
  }
}
