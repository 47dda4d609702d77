import './plain.css'
import { Chat } from './chat.tsx'

/** A page with a stylesheet of its own, which has rules for elements. */
export const Page = () => (
  <>
    <header>
      <h1>Departures</h1>
      <nav>
        <a href="#board">Board</a>
        <a href="#about">About</a>
      </nav>
    </header>
    <main>
      <section className="note">
        <p>Delays of the last week, by line.</p>
        <button type="button">Export</button>
        <hr />
      </section>
      <section className="chat">
        <Chat />
      </section>
    </main>
  </>
)
