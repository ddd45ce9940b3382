export { addJob } from './write.repository.ts'
