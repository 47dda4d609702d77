/** Thrown inside a run that has lost its lease to another process. The run stops and writes nothing more. */
export class Fenced extends Error {
  constructor() {
    super('The lease of this run is held elsewhere.')
    this.name = 'Fenced'
  }
}
