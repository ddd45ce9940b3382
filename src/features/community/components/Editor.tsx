import { lazy, Suspense, useId } from 'react'
import { SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'

const RichEditor = lazy(async () => ({ default: (await import('./editor/RichEditor.tsx')).RichEditor }))

export type EditorProps = {
  label: string
  placeholder: string
  /** HTML; empty where there is nothing. Read once: later changes are the writer's. */
  value: string
  onChange: (html: string) => void
  /** Ctrl or Cmd and Enter. */
  onSubmit?: () => void
  takesFocus?: boolean
  /** Who wrote there is offered first after an @. */
  threadId?: number | null
}

/** The editor for posts, fetched when somebody writes. */
export const Editor = (props: EditorProps) => {
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <span id={id} className="text-sm font-medium text-ink">
        {props.label}
      </span>
      <Suspense fallback={<EditorShape />}>
        <RichEditor {...props} labelId={id} />
      </Suspense>
    </div>
  )
}

/** The size of what arrives: toolbar and the least height of the text (spec §5: 80 px). */
const EditorShape = () => (
  <div aria-busy="true" className="control flex min-h-36 flex-col justify-end">
    <SkeletonText lines={2} />
  </div>
)
