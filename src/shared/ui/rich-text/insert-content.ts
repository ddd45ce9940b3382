import type { EditorView } from '@tiptap/pm/view'
import { ownImagePath, type HtmlKind } from '#contract/text/html.ts'
import { paragraphsOf, takeFrom, withImages } from './clipboard.ts'
import { sliceOf } from './schema.ts'

/** What is pasted or dropped: pictures are stored, HTML is kept clean. True when there was something to take. */
export const takeIn = (
  view: EditorView,
  kind: HtmlKind,
  data: DataTransfer | null,
  onImages: (files: File[]) => void,
): boolean =>
  takeFrom(view, data, {
    onImages,
    sliceOf: ({ html, text }) =>
      // Pictures of other sites would not be shown by the page's policy.
      withImages(sliceOf(html === '' ? paragraphsOf(text) : html, kind, view.state.schema), (source) =>
        ownImagePath.test(source),
      ),
  })
