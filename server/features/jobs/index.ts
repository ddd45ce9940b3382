export { addJob } from './write.repository.ts'
export { saveJob } from './save-job.ts'
