# The configuration of workerd: a worker, its Durable Objects in memory, and the variables that choose the model.
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    # `private` and `local` are for a model on this machine or in its network.
    (name = "internet", network = (allow = ["public", "private", "local"], tlsOptions = (trustBrowserCas = true))),
  ],
  sockets = [(name = "http", address = "127.0.0.1:4000", http = (), service = "main")],
);

const worker :Workerd.Worker = (
  modules = [(name = "edge", esModule = embed "dist/edge.js")],
  compatibilityDate = "2026-11-01",
  bindings = [
    (name = "OPENAI_API_KEY", fromEnvironment = "OPENAI_API_KEY"),
    (name = "OPENAI_BASE_URL", fromEnvironment = "OPENAI_BASE_URL"),
    (name = "OPENAI_MODEL", fromEnvironment = "OPENAI_MODEL"),
    (name = "AGENTS", durableObjectNamespace = "AgentObject"),
  ],
  durableObjectNamespaces = [(className = "AgentObject", uniqueKey = "agents")],
  durableObjectStorage = (inMemory = void),
);
