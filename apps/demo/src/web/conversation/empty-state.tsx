import { examples } from './examples.ts'

/** Before the first question: what this is and four ways to start. */
export function EmptyState({ onAsk }: { onAsk(text: string): void }) {
  return (
    <section className="empty" aria-labelledby="empty-title">
      <h1 id="empty-title">Ask about the data</h1>
      <p>
        Six open data sets: cars, weather, penguins, countries, unemployment and CO₂. Charts and tables go from the database to your screen without passing
        through the model; the inspector shows what the model saw instead.
      </p>
      <ul className="empty__list">
        {examples.map(({ ask, shows }) => (
          <li key={ask}>
            <button type="button" onClick={() => onAsk(ask)}>
              <span>{ask}</span>
              <small>{shows}</small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
