/** The process that decodes pictures: one after the other, each with one answer. It ends with its parent. */
import { reencode } from './reencode.ts'

const answer = (message: unknown) => process.send?.(message)

process.on('message', (bytes: Uint8Array) => {
  void reencode(Buffer.from(bytes)).then(answer)
})
process.on('disconnect', () => process.exit(0))
answer('ready')
