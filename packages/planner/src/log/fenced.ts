/** Thrown inside a run whose lease went to somebody else: it stops and writes nothing more. */
export class Fenced extends Error {
  constructor() {
    super('The lease of this run is held elsewhere.')
    this.name = 'Fenced'
  }
}
