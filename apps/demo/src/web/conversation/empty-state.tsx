import { type Example, examples, moreExamples } from './examples.ts'

interface AskProps {
  onAsk(example: Example): void
}

/** The start page: a description, four examples, and further examples in a disclosure. */
export function EmptyState({ lost, onAsk }: AskProps & { lost: boolean }) {
  return (
    <section className="empty" aria-labelledby="empty-title">
      {lost && (
        <p className="empty__lost" role="status">
          The server does not have this conversation. It was deleted, belongs to another browser, or is in another data folder. Ask again to begin a new one.
        </p>
      )}
      <h1 id="empty-title">Ask about the data</h1>
      <p>
        Six open data sets: cars, weather, penguins, countries, unemployment and CO₂. Charts and tables go from the database to your screen without passing
        through the model; the inspector shows what the model saw instead.
      </p>
      <Questions of={examples} onAsk={onAsk} />
      <details className="empty__more">
        <summary>More examples</summary>
        <Questions of={moreExamples} onAsk={onAsk} />
      </details>
    </section>
  )
}

function Questions({ of, onAsk }: AskProps & { of: readonly Example[] }) {
  return (
    <ul className="empty__list">
      {of.map((example) => (
        <li key={example.ask}>
          <button type="button" onClick={() => onAsk(example)}>
            <span>{example.ask}</span>
            <small>{example.shows}</small>
          </button>
        </li>
      ))}
    </ul>
  )
}
