/** The reason why a schema is refused. The message completes the sentence "The schema of … is refused: …". */
export class SchemaFault extends Error {
  override name = 'SchemaFault'
}
