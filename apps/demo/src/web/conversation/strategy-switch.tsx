import { type Strategy, strategies } from '../../shared/settings.ts'

const labels = {
  react: { label: 'Step by step', hint: 'The model looks at each result before it decides what comes next.' },
  plan: { label: 'Plan first', hint: 'The model plans all calls at once, they run without it, then it answers: two model calls.' },
} satisfies Record<Strategy, { label: string; hint: string }>

export interface StrategySwitchProps {
  strategy: Strategy
  /** A run or a question goes on: it ends in the way in which it began. */
  locked: boolean
  onChoose(strategy: Strategy): void
}

/** How the next question is worked on. */
export function StrategySwitch({ strategy, locked, onChoose }: StrategySwitchProps) {
  return (
    <fieldset className="strategy" disabled={locked}>
      <legend className="visually-hidden">How to work on the question</legend>
      {strategies.map((each) => (
        <label key={each} className="strategy__choice" title={labels[each].hint}>
          <input className="visually-hidden" type="radio" name="strategy" value={each} checked={each === strategy} onChange={() => onChoose(each)} />
          {labels[each].label}
        </label>
      ))}
    </fieldset>
  )
}
