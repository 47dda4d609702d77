/** One thing a server does with a response. `destroy` closes the connection, `reset` resets it, `hang` keeps it open until the client leaves or the server closes. */
export type WireStep =
  | { do: 'head'; status: number; headers: Record<string, string> }
  | { do: 'wait'; ms: number }
  | { do: 'write'; text: string }
  | { do: 'end' }
  | { do: 'destroy' }
  | { do: 'reset' }
  | { do: 'hang' }
