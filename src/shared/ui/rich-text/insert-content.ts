import type { EditorView } from '@tiptap/pm/view'
import { ownImagePath, type HtmlKind } from '#contract/text/html.ts'
import { paragraphsHtml, insertTransfer, filterImages } from './clipboard.ts'
import { parseSlice } from './schema.ts'

/**
 * Inserts pasted or dropped content: uploads pictures and sanitizes HTML. Returns whether there was something
 * to insert.
 */
export const insertContent = (
  view: EditorView,
  kind: HtmlKind,
  data: DataTransfer | null,
  onImages: (files: File[]) => void,
): boolean =>
  insertTransfer(view, data, {
    onImages,
    parse: ({ html, text }) =>
      // The page's content security policy does not show pictures of other sites.
      filterImages(parseSlice(html === '' ? paragraphsHtml(text) : html, kind, view.state.schema), (src) =>
        ownImagePath.test(src),
      ),
  })
