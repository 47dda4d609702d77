/** Why a schema is refused. The message completes "The schema of … is refused: ". */
export class SchemaFault extends Error {
  override name = 'SchemaFault'
}
