// The public entry @pf/react-renderers/sandbox: the page around the frames of `html`, for the server that serves it. It does not contain React.
export { sandboxDocument } from './renderers/html/sandbox-document.ts'
