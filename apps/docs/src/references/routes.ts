interface RouteText {
  /** What the route does, in one or two sentences of Markdown. */
  does: string
  /** The body or the query that it reads, if any. */
  reads?: string
  /** What a success answers. */
  answers: string
}

/** A group of routes and the option of `createPfHandlers` that enables it. */
export interface RouteGroup {
  title: string
  needs?: string
  routes: Record<string, RouteText>
}

/** The routes by what they are for. `httpPage` compares them with those of the handlers. */
export const routeGroups: RouteGroup[] = [
  {
    title: 'Runs',
    routes: {
      'POST /agui/agent': {
        does: 'Starts a run and streams its AG-UI events. A run id that is known streams that run again and starts nothing.',
        reads: "AG-UI's `RunAgentInput`; the header `Last-Event-ID` for a known run",
        answers: '200 with an event stream',
      },
      'GET /agui/runs/{run_id}/events': {
        does: 'Continues the stream of a run after an event.',
        reads: 'the header `Last-Event-ID` or `?after=`; `?fold` for one batch',
        answers: '200 with an event stream, 204 when no event is left',
      },
      'POST /agui/runs/{run_id}/messages': {
        does: 'Sends a message to a run at work, on whichever node it works.',
        reads: '`{id, kind, text?}` with `kind` `inject`, `redirect`, `pause` or `resume`',
        answers: '202 once the message is stored',
      },
      'POST /agui/cancel': { does: 'Cancels a run, on whichever node it works.', reads: '`{run_id}`', answers: '200' },
    },
  },
  {
    title: 'Questions',
    routes: {
      'POST /agui/tool_result': {
        does: 'Answers a question that pauses a run.',
        reads: '`{interaction_id, result}` or `{interaction_id, cancelled: true}`; `{thread_id, run_id, tool_call_id, …}` in place of the id',
        answers: '200; 400 while the answer has faults and the question stays open; 404, 409 or 410',
      },
      'POST /agui/resume': {
        does: 'Answers a question and streams the events of the run that continues.',
        reads: '`{thread_id, interrupt_id, result}` or `{…, cancelled: true}`',
        answers: '200 with an event stream; otherwise as above',
      },
    },
  },
  {
    title: 'Inbox',
    needs: 'an agent that offers an inbox, as those of `createAgent` do',
    routes: {
      'GET /inbox': {
        does: 'Lists what waits for the owner over all threads.',
        reads: '`?version=` waits up to 25 seconds for a change',
        answers: '200 with `{version, items}`',
      },
    },
  },
  {
    title: 'Conversations',
    routes: {
      'GET /agui/threads/{thread_id}': {
        does: 'Returns a conversation: messages, components, open questions and the last run.',
        answers: '200; 204 when there is no such thread',
      },
    },
  },
  {
    title: 'List of conversations',
    needs: 'the option `threads`',
    routes: {
      'GET /agui/threads': { does: "Lists the owner's conversations, the newest first.", reads: '`?limit`, `?cursor`, `?search`', answers: '200' },
      'POST /agui/threads/{thread_id}/rename': { does: 'Renames a conversation.', reads: '`{title}`', answers: '200 with the thread' },
      'POST /agui/threads/{thread_id}/delete': {
        does: 'Deletes a conversation with its runs, questions and artifacts.',
        answers: '200; 409 `busy` while a run is at work',
      },
    },
  },
  {
    title: 'Plain chat',
    routes: {
      'POST /chat': {
        does: 'Runs a turn. The stored conversation is read by `thread_id`, so only the new message is sent.',
        reads: '`{thread_id?, message, answers?}`',
        answers: '200 with the payload, or named events with `Accept: text/event-stream`',
      },
      'POST /chat/streams': {
        does: 'Starts a turn whose events an `EventSource` can read.',
        reads: 'the same',
        answers: '201 with `{run_id, thread_id, stream_url}`',
      },
      'GET /chat/streams/{run_id}': {
        does: 'Streams the named events of a turn.',
        reads: 'the header `Last-Event-ID` or `?after=`',
        answers: '200 with an event stream, 204 when no event is left',
      },
    },
  },
  {
    title: 'Components',
    routes: {
      'GET /ui/components': { does: 'Returns the components that the agent may request.', answers: '200' },
      'POST /ui/components/failures': {
        does: 'Reports to the run what the page could not draw.',
        reads: '`{run_id, component_id, component, reason}`',
        answers: '200 with `{delivered}`',
      },
    },
  },
  {
    title: 'Artifacts',
    needs: 'the option `artifacts`; uploads for a question also need `pending`',
    routes: {
      'GET /artifacts/{id}': {
        does: 'Returns the bytes of an artifact, or a part of its items.',
        reads: '`Range`, `If-None-Match`; `?path`, `?offset`, `?limit`',
        answers: '200, 206 or 304',
      },
      'GET /artifacts/{id}/meta': { does: 'Returns the metadata of an artifact, with `signed_url` if the host has set `signing`.', answers: '200' },
      'POST /artifacts': {
        does: 'Stores a file for a field of a form or for the next message.',
        reads: 'multipart: `interaction_id`, `field`, `file`; or `thread_id`, `file`',
        answers: '201 with its reference',
      },
    },
  },
  {
    title: 'Background tasks',
    needs: 'the option `tasks`',
    routes: {
      'GET /tasks': { does: 'Lists the tasks of a conversation.', reads: '`?thread_id=`', answers: '200 with `{tasks}`' },
      'GET /task-groups': { does: 'Lists the groups of tasks of a conversation.', reads: '`?thread_id=`', answers: '200 with `{groups}`' },
      'POST /tasks/{id}/messages': { does: 'Sends a message to the run of a task.', reads: 'as for runs', answers: '202' },
      'POST /tasks/{id}/approve': { does: 'Approves the result of a task.', answers: '200 with `{task}`; 409 if it was decided before' },
      'POST /tasks/{id}/reject': { does: 'Rejects the result of a task.', answers: 'the same' },
      'POST /tasks/{id}/cancel': { does: 'Cancels a task.', answers: 'the same' },
      'POST /task-groups/{id}/approve': { does: 'Approves the results of a group.', answers: '200 with `{group}`; 409 if it was decided before' },
      'POST /task-groups/{id}/reject': { does: 'Rejects the results of a group.', answers: 'the same' },
      'POST /task-groups/{id}/cancel': { does: 'Cancels the tasks of a group.', answers: 'the same' },
    },
  },
  {
    title: 'Drafts',
    needs: 'the option `drafts`',
    routes: {
      'POST /drafts': { does: 'Starts a draft.', reads: '`{message, context?}`', answers: '201 with `{draft_id, run_id, stream_url}`' },
      'GET /drafts/{id}': { does: 'Returns the current state of a draft.', answers: '200' },
      'GET /drafts/{id}/streams/{run_id}': {
        does: 'Streams a generation of a draft.',
        reads: 'the header `Last-Event-ID` or `?after=`',
        answers: '200, 204 when no event is left',
      },
      'POST /drafts/{id}/changes': { does: 'Generates the draft again with a change.', reads: '`{text}`', answers: '202; 409 `busy`' },
      'POST /drafts/{id}/confirm': { does: 'Confirms a version.', reads: '`{version}`', answers: '200 with the draft; 409 `conflict` for an old version' },
    },
  },
  {
    title: 'Probes',
    routes: {
      'GET /healthz': { does: 'Answers while the process does. It needs no owner.', answers: '200' },
      'GET /readyz': {
        does: 'Tells a load balancer whether to send requests. It needs no owner.',
        answers: '200; 503 while the server closes or its store cannot be written',
      },
    },
  },
]
