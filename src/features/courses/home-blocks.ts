/** One chunk with the blocks of the learning home that load first. */
export { ContinueLearning } from './components/home/ContinueLearning.tsx'
export { Greeting } from './components/home/Greeting.tsx'
