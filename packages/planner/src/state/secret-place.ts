/** A secret that the user has typed in this turn: where it lies, never the text itself. */
export interface SecretPlace {
  field: string
  interaction_id: string
}
