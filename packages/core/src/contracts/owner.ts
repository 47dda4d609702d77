/** Whose data it is; every port and every route asks for one first. */
export interface Owner {
  id: string
  tenant?: string
}

/** First parameter of every port. */
export interface Scope {
  owner: Owner
}
