import { offeredSchemes } from '../auth/schemes/registry.ts';
import { stateDrivers } from '../auth/state/registry.ts';
import { readingWith } from '../config/read-configuration.ts';
import { backends } from '../services/backends/registry.ts';

/** The configuration with the options of everything that it may choose: its sections are made of these registries. */
export const {
  schema: configurationSchema,
  readConfiguration,
  createConfigurationReader,
} = readingWith({ schemes: offeredSchemes, drivers: stateDrivers, backends });
