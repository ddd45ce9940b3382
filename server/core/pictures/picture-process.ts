/** The process that decodes pictures: one after the other, each with one answer. It ends with its parent. */
import type { PictureWork } from './picture.ts'
import { reencode } from './reencode.ts'

const answer = (message: unknown) => process.send?.(message)

process.on('message', ({ bytes, squarePx, box, as }: PictureWork) => {
  void reencode(Buffer.from(bytes), squarePx, box, as).then(answer)
})
process.on('disconnect', () => process.exit(0))
answer('ready')
