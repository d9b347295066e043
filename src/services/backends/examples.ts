import { type BackendDefinition, loadedLater } from '../contract.ts';

/** Backend that answers with examples and schemas of the descriptor. */
export const examples: BackendDefinition = {
  name: 'examples',
  about: 'examples of the descriptor',
  options: {},
  needs: [],
  answersFrom: 'descriptor',
  holdsBodies: true,
  create: () =>
    loadedLater(async () => {
      const { createExamples } = await import('../examples/examples-backend.ts');
      return createExamples();
    }),
};
