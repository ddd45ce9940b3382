export type MessageKind = 'success' | 'error' | 'warning' | 'info'

const PATHS: Record<MessageKind, string> = {
  success: 'M10 1.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Zm-1.2 12L5 9.7l1.3-1.3 2.5 2.5 5-5L15.1 7.2Z',
  error: 'M10 1.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Zm1 12.7H9v-2h2v2Zm0-3.5H9v-5h2v5Z',
  warning: 'M10 1.8 0.8 17.8h18.4L10 1.8Zm1 13.4H9v-2h2v2Zm0-3.4H9V7.4h2v4.4Z',
  info: 'M10 1.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Zm1 12.9H9V9.2h2v5.2Zm0-6.7H9v-2h2v2Z',
}

/** The icon of each kind of message. Shapes differ, so that colour is never the only difference. */
export const KindIcon = ({ kind, className }: { kind: MessageKind; className?: string }) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 20 20"
    width="20"
    height="20"
    fill="currentColor"
    className={className}
  >
    <path fillRule="evenodd" d={PATHS[kind]} />
  </svg>
)
