"""Runs a command in a pseudo terminal: types each answer when its prompt has appeared, prints all output, exits as the command did.

Arguments: a JSON list of [prompt, answer, how often the prompt must have appeared], then the command.
"""
import json, os, pty, sys

steps = json.loads(sys.argv[1])
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
output = b''
while True:
    try:
        chunk = os.read(terminal, 65536)
    except OSError:
        break
    if not chunk:
        break
    output += chunk
    while steps and output.count(steps[0][0].encode()) >= steps[0][2]:
        os.write(terminal, steps.pop(0)[1].encode())
status = os.waitpid(pid, 0)[1]
sys.stdout.buffer.write(output)
sys.exit(os.waitstatus_to_exitcode(status))
