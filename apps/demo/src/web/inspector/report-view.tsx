import type { AssistantTurn } from '@pf/react-renderers/store'
import { useEffect, useState } from 'react'

type Report = { status: 'none' | 'reading' } | { status: 'failed'; message: string } | { status: 'ready'; text: string; url: string; run_id: string }

/** Makes a report of a run: shows the whole file before it is saved. Nothing is sent anywhere. */
export function ReportView({ turn }: { turn: AssistantTurn }) {
  const run_id = turn.runs.at(-1)
  const [report, setReport] = useState<Report>({ status: 'none' })
  useEffect(() => {
    setReport({ status: 'none' })
  }, [run_id, turn.status])
  useEffect(() => {
    if (report.status === 'ready') return () => URL.revokeObjectURL(report.url)
    return undefined
  }, [report])
  if (run_id === undefined) return <p className="inspector__none">This answer has no run.</p>
  const read = async () => {
    setReport({ status: 'reading' })
    setReport(await readReport(run_id))
  }
  return (
    <section className="report" aria-label="Report a problem">
      <p>
        A report is one file with this run: your question, the events, what the model wrote, and what the tools returned. Passwords and keys are removed. It is
        only saved on this device.
      </p>
      <button type="button" className="report__button" onClick={read} disabled={report.status === 'reading'}>
        {report.status === 'reading' ? 'Reading…' : 'Show the report'}
      </button>
      {report.status === 'failed' && <p role="alert">{report.message}</p>}
      {report.status === 'ready' && (
        <>
          <p>
            <a className="report__button" href={report.url} download={`report-${report.run_id.slice(0, 60)}.json`}>
              Save the report
            </a>{' '}
            {Math.ceil(report.text.length / 1024).toLocaleString('en')} KiB
          </p>
          <textarea className="report__text" aria-label="Content of the report" readOnly value={report.text} rows={24} />
        </>
      )}
    </section>
  )
}

async function readReport(run_id: string): Promise<Report> {
  try {
    const response = await fetch(`/demo/runs/${encodeURIComponent(run_id)}/report`)
    const body: unknown = await response.json()
    if (!response.ok) return { status: 'failed', message: errorOf(body) }
    const text = JSON.stringify(body, undefined, 1)
    return { status: 'ready', run_id, text, url: URL.createObjectURL(new Blob([text], { type: 'application/json' })) }
  } catch {
    return { status: 'failed', message: 'The server could not be reached. Try again.' }
  }
}

const errorOf = (body: unknown) => (typeof body === 'object' && body !== null && 'error' in body ? String(body.error) : 'The report could not be made.')
