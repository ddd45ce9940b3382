import { lazy, Suspense, useId } from 'react'
import { SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import type { EditorProps } from './editor/editor-props.ts'

const RichEditor = lazy(async () => ({ default: (await import('./editor/RichEditor.tsx')).RichEditor }))

/** The post editor; its code loads when somebody writes. */
export const Editor = (props: EditorProps) => {
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <span id={id} className="text-sm font-medium text-ink">
        {props.label}
      </span>
      <Suspense fallback={<EditorSkeleton />}>
        <RichEditor {...props} labelId={id} />
      </Suspense>
    </div>
  )
}

/** The size of the editor: toolbar and minimum text height (spec 5: 80 px). */
const EditorSkeleton = () => (
  <div aria-busy="true" className="control flex min-h-36 flex-col justify-end">
    <SkeletonText lines={2} />
  </div>
)
