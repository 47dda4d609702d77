import './shadcn.css'
import { Chat } from './chat.tsx'

/** A page with Tailwind 4 and the variables and classes of shadcn/ui. */
export const Page = () => (
  <div className="flex h-dvh flex-col bg-background text-foreground">
    <header className="flex items-center justify-between gap-4 border-b px-6 py-4">
      <h1 className="text-lg font-semibold tracking-tight">Departures</h1>
      <button
        type="button"
        className="inline-flex h-9 items-center justify-center rounded-md bg-primary px-4 py-2 text-sm font-medium text-primary-foreground shadow-xs hover:bg-primary/90"
      >
        Export
      </button>
    </header>
    <main className="flex min-h-0 flex-1 flex-col gap-4 p-6">
      <p className="text-sm text-muted-foreground">Delays of the last week, by line.</p>
      <hr />
      <div className="mx-auto min-h-0 w-full max-w-4xl flex-1 overflow-hidden rounded-xl border bg-card shadow-sm">
        <Chat />
      </div>
    </main>
  </div>
)
